import { describe, expect, it } from 'vitest'
import { isPrivateFile, isSecretFile } from './secret-files.ts'

const ASKED =
  '.env .ENV .Env.local app/.env.production .envrc prod.env deploy/prod.env *.env secrets.yaml secrets.json config/secrets.yml credentials.json credentials.toml client_secret.json client_secret_42.json service-account.json service_account_x.json passwords.csv cookies.sqlite id_rsa id_rsa_work ID_ED25519 authorized_keys .npmrc .yarnrc.yml .netrc .dockercfg .docker/config.json server.pem AuthKey.p8 server.key home.ovpn vault.kdbx .ssh/config .ssh/id_rsa.pub .aws/credentials config/gh/hosts.yml .cargo/credentials.toml /etc/shadow /proc/self/environ Library/Keychains/x'.split(
    ' ',
  )
const NOTED =
  '.env.test .env.defaults test.env token.txt tokens.json passwords.json secret.yaml credentials secrets service-account.ts service-account.yaml cookies.txt cookies.json .bash_history vault.gpg sign.asc .docker/Dockerfile .yarnrc inbox.mbox contacts.vcf'.split(
    ' ',
  )
const ORDINARY =
  '.env.example .env.sample .env.template .env.dist example.env prod.example.env secrets.ts src/secrets/index.ts credentials.ts src/credentials/read.ts tokens.css token.ts passwords.rb id_rsa.pub key.ts keys.json environment.ts .envoy src/env.ts process.env import.meta.env Deno.env cookies.ts package.json README.md'.split(
    ' ',
  )

describe('a file is known by its name', () => {
  const uses = (path: string) => [isSecretFile(path), isPrivateFile(path)]
  it.each([...ASKED, 'Login Data'])('%s is asked about', (path) => {
    expect(uses(path)).toEqual([true, true])
  })
  it.each(NOTED)('%s is only noted', (path) => {
    expect(uses(path)).toEqual([false, true])
  })
  it.each(ORDINARY)('%s is an ordinary one', (path) => {
    expect(uses(path)).toEqual([false, false])
  })
})
