/**
 * Where keys live (spec VA1). `open` is for the adapter that sends the request, in the worker, per
 * call; there is no other read path. Throws `FailureError`: `bad-key` where the master is lost.
 */
export interface Vault {
  seal(keyId: string, secret: string): Promise<void>
  open(keyId: string): Promise<string>
  remove(keyId: string): Promise<void>
}
