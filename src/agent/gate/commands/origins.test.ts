import { beforeAll, describe, expect, it } from 'vitest'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'
import { UNNAMED_ORIGIN } from '../unnamed-origin.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

const originsOf = (command: string): readonly string[] =>
  commandSafety(command, grammar).origins.filter((origin) => origin !== UNNAMED_ORIGIN)
/** What a host without a web address stands for. */
const both = (...hosts: readonly string[]): readonly string[] =>
  hosts.flatMap((host) => [`https://${host}`, `http://${host}`])

describe('the origins of a command', () => {
  it.each([
    ['curl -s https://Example.com/a', ['https://example.com']],
    ['curl example.com:8080/a', ['http://example.com:8080']],
    ['curl "https://example.com/$X"', ['https://example.com']],
    ['curl "https://$X.example.com/"', []],
    ['git clone https://example.com/a.git b', ['https://example.com']],
    ['git clone git@example.com:a/b.git', both('example.com')],
    ['git clone ssh://me@example.com:2222/a', both('example.com', 'example.com:2222')],
    ['git ls-remote --tags https://example.com/a', ['https://example.com']],
    ['git fetch example.com:a main', both('example.com')],
    ['git pull https://example.com/a main', ['https://example.com']],
    ['git push -o x git@example.com:a main', both('example.com')],
    ['git push --repo=https://example.com/a', ['https://example.com']],
    ['git archive --remote=ssh://example.com/a HEAD', both('example.com')],
    ['git remote show https://example.com/a', ['https://example.com']],
    ['npm view x --registry=https://example.com', ['https://example.com']],
    ['npm view x --registry https://example.com', ['https://example.com']],
    ['pip install --index-url https://example.com/simple x', ['https://example.com']],
    ['cargo search x --registry https://example.com', ['https://example.com']],
    ['ping -c1 example.com', both('example.com')],
    ['dig @ns.example.com example.org', both('ns.example.com', 'example.org')],
    ['ssh -p 22 me@example.com ls', both('example.com')],
    ['ssh -J jump.example.com example.org', both('jump.example.com', 'example.org')],
    ['sftp me@example.com:dir', both('example.com')],
    ['rsync -a src me@example.com:dst', both('example.com')],
    ['nc -v example.com 80', both('example.com')],
    ['telnet 2130706433 80', both('127.0.0.1')],
    ['openssl s_client -connect example.com:443', [...both('example.com'), 'http://example.com:443']],
    ['cat < /dev/tcp/example.com/80', both('example.com')],
    ['echo x > /dev/udp/example.com/80', both('example.com')],
    ['curl -x proxy.example.com https://example.org', [...both('proxy.example.com'), 'https://example.org']],
    ['wget -qO- ftp://example.com/x', both('example.com')],
  ])('%s', (command, expected) => {
    expect(originsOf(command)).toEqual(expected)
  })

  it.each([
    'git clone . copy',
    'git clone ../a.git copy',
    'git fetch origin',
    'git push',
    'npm view x',
    'echo https://example.com',
    'curl file:///etc/hosts',
  ])('none of %s, which names no host', (command) => {
    expect(originsOf(command)).toEqual([])
  })
})
