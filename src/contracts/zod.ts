import { z } from 'zod'

// Everything that makes a schema takes `z` from here. Otherwise zod tries whether it may make functions from text, which
// the content security policy refuses and reports as a violation. A schema looks at this when it is made, and which
// chunk of a bundle is evaluated first is not ours to say, so no import order could hold it.
z.config({ jitless: true })

export { z }
