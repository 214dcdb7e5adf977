/** Internal commands that rewritten scripts call; see `internal-commands.ts`. Names that nobody types. */
export const STATE = '.sallyport-state'
export const TICKED = '.sallyport-tick'
export const REFUSE = '.sallyport-refuse'
/** Tells whether the function that asks prints to the outlets of its script. */
export const IS_LIVE = '.sallyport-live'

/** First argument of a `bash` that runs a program or a file as its name or path would, of a shell of its own. */
export const BY_PATH = '.sallyport-by-path'
/** How it ends where no words are left to run. No command ends so. */
export const NOTHING_RUN = 256
