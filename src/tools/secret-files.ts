/** Files that hold keys or tokens, wherever they lie. */
const SECRET =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.azure|\.kube|\.password-store|Keychains|gcloud)(?:\/|$)|(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_[\w-]+)?|\.npmrc|\.yarnrc\.yml|\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.git-credentials|\.vault-token|\.htpasswd|credentials\.json|authorized_keys)$|(?:^|\/)gh\/hosts\.yml$|(?:^|\/)\.docker\/config\.json$|(?:^|\/)\.cargo\/credentials|\/etc\/(?:g?shadow|sudoers|krb5\.keytab|ssl\/private)|\/proc\/[^/]+\/environ|\/run\/secrets|\.(?:pem|p12|pfx|jks|keystore|kdbx|ppk)$|(?:^|\/)[\w.-]+\.key$/iu
/** `.env` and its kin, but for those that are written to be shown. */
const DOT_ENV = /(?:^|\/)\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|test$)[\w.-]+)?$/u

/** True where the name of a file, or of a folder that it lies in, says that it holds keys or tokens. */
export function isSecretFile(path: string): boolean {
  return SECRET.test(path) || DOT_ENV.test(path)
}
