import { useEffect, useMemo } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { useRuntime } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { workspaceModel, type WorkspaceModel } from './workspace-model.ts'

/** The workspace of `session`, kept up to date as long as it is shown. */
export function useWorkspaceModel(session: Session): WorkspaceModel {
  const store = usePageStore()
  const runtime = useRuntime()
  const { id, workspaceId } = session
  const model = useMemo(() => workspaceModel(store, runtime, id), [store, runtime, id])

  useEffect(() => {
    const stop = store.onWorkspaceChange(workspaceId, (changes) => {
      const turn = store.getState().sessions.get(id)?.turn
      const running = turn?.status === 'running' || turn?.status === 'waiting'
      model.changed(changes, running ? (turn?.turnId ?? null) : null)
    })
    // Whatever changed while nobody looked is read now.
    void model.refresh()
    return stop
  }, [store, model, id, workspaceId])

  const running = session.turn.status === 'running' || session.turn.status === 'waiting'
  const turnId = running ? session.turn.turnId : null
  useEffect(() => {
    if (turnId !== null) model.beginTurn(turnId)
    else if (!running) void model.loadChanges()
  }, [model, turnId, running])
  return model
}
