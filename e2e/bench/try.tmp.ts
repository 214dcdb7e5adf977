import { measureLoop } from './loop/measure-loop.ts'
import { publish } from './report.ts'
console.log(publish('loop', await measureLoop()))
