import { exact, type Argument } from './argument.ts'
import type { Judge } from './judge.ts'
import { addressesIn, isAddress } from './origins.ts'

/** Notes the addresses that words hold, whatever else the program does with them. */
export function reachesNamed(judge: Judge, args: readonly Argument[]): void {
  for (const { prefix } of args) for (const address of addressesIn(prefix)) judge.reaches(exact(address))
}

/** The same for the words of a program that only asks somewhere: a bare number among them is a host. */
export function reachesNumbers(judge: Judge, args: readonly Argument[]): void {
  for (const { prefix } of args) {
    const word = exact(prefix.replace(/^(?:-[A-Za-z](?=[\d[])|--[\w-]+=)/u, ''))
    if (!/@|:\/\//u.test(word.prefix) && isAddress(word)) judge.reaches(word)
  }
}
