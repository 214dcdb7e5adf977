import { z } from 'zod'

// Import this first in each thread that parses. Otherwise zod tries whether it may make functions from
// text, which the content security policy refuses and reports as a violation. Schemas look at this when
// they are made, so it must run before any other module of contracts.
z.config({ jitless: true })
