import { measureSize } from './size.ts'
import { publish } from './report.ts'
console.log(publish('size', await measureSize()))
