import type { Plugin } from 'vite'

// Our own gzip commands stand in for those of just-bash, so nothing reaches its import of zlib.
const KNOWN = ['Module "node:zlib" has been externalized']

/** Keeps warnings that are known and answered out of the build's output, so that a new one is seen. */
export function quietKnown(): Plugin {
  return {
    name: 'quiet-known',
    apply: 'build',
    configResolved({ logger }) {
      const warn = logger.warn.bind(logger)
      logger.warn = (message, options) => {
        if (!KNOWN.some((known) => message.includes(known))) warn(message, options)
      }
    },
  }
}
