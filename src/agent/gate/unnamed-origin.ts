/** What stands among the origins of a command for each contact that its words do not name. No rule's origin is this one. */
export const UNNAMED_ORIGIN = 'an address that its words do not tell'
