import type { FileReply, FromShell, ToShell } from '../shell-protocol.ts'
import { OutputLane } from './output-lane.ts'
import { runScript } from './run-script.ts'

/** Serves one shell on a port until the port closes: the whole of a shell thread. */
export function serveShell(port: MessagePort): void {
  const asked = new Map<number, { resolve(value: FileReply): void; reject(error: Error): void }>()
  let lastId = 0
  let current: { run: number; lane: OutputLane; abort: AbortController } | null = null
  const post = (message: FromShell) => port.postMessage(message)

  const start = async (message: Extract<ToShell, { kind: 'exec' }>) => {
    const lane = new OutputLane(message.run, post)
    const abort = new AbortController()
    current = { run: message.run, lane, abort }
    const ask = (call: Extract<FromShell, { kind: 'files' }>['call']) =>
      new Promise<FileReply>((resolve, reject) => {
        lastId += 1
        asked.set(lastId, { resolve, reject })
        post({ kind: 'files', id: lastId, call })
      })
    const end = await runScript(message, lane, ask, abort.signal)
    await lane.end()
    current = null
    post({ kind: 'done', run: message.run, ...end })
  }

  port.addEventListener('message', (event: MessageEvent<ToShell>) => {
    const message = event.data
    switch (message.kind) {
      case 'exec':
        void start(message)
        break
      case 'abort':
        if (current?.run !== message.run) break
        current.abort.abort()
        current.lane.release()
        break
      case 'taken':
        if (current?.run === message.run) current.lane.taken(message.chars)
        break
      case 'reply':
        asked.get(message.id)?.resolve(message.value)
        asked.delete(message.id)
        break
      case 'refusal':
        asked.get(message.id)?.reject(Object.assign(new Error(message.message), { code: message.code }))
        asked.delete(message.id)
        break
    }
  })
  port.start()
  post({ kind: 'ready' })
}
