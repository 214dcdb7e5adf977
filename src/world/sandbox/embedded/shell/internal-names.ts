/** Internal commands that rewritten scripts call; see `internal-commands.ts`. Names that nobody types. */
export const STATE = '.sallyport-state'
export const TICKED = '.sallyport-tick'
export const REFUSE = '.sallyport-refuse'
/** Tells whether the function that asks prints to the outlets of its script. */
export const IS_LIVE = '.sallyport-live'

/** First argument of a `bash` that runs a file as its path would. */
export const BY_PATH = '.sallyport-by-path'
