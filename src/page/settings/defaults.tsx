import { useEffect } from 'react'
import { MODES } from '#contracts/risk.ts'
import { modelGroups, modelLabel, readRef, refValue } from '../kit/model-groups.ts'
import { Select } from '../kit/select.tsx'
import { useModelLists } from '../model-lists.ts'
import { useDispatch } from '../runtime.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import { settingsWords } from './settings-words.ts'
import styles from './settings.module.css'

const NONE = 'none'

/** What a new session starts with. */
export function Defaults() {
  const dispatch = useDispatch()
  const { providers, defaultModel, defaultMode } = usePage((state) => state.settings)
  const { lists, read } = useModelLists()
  useEffect(read, [read])
  return (
    <>
      <div className={styles.setting}>
        <div>
          <b>{settingsWords.defaults.model}</b>
          <p>{settingsWords.defaults.modelAbout}</p>
        </div>
        <Select
          name={settingsWords.defaults.model}
          value={defaultModel === null ? NONE : refValue(defaultModel)}
          shown={defaultModel === null ? settingsWords.defaults.modelNone : modelLabel(defaultModel, lists)}
          groups={[
            { label: '', choices: [{ value: NONE, label: settingsWords.defaults.modelNone }] },
            ...modelGroups(providers, lists, defaultModel),
          ]}
          onOpen={read}
          onChange={(value) => void dispatch('settings.update', { defaultModel: readRef(value) })}
        />
      </div>
      <div className={styles.setting}>
        <div>
          <b>{settingsWords.defaults.mode}</b>
          <p>{settingsWords.defaults.modeAbout}</p>
        </div>
        <Select
          name={settingsWords.defaults.mode}
          value={defaultMode}
          shown={words.mode.names[defaultMode]}
          groups={[
            {
              label: '',
              choices: MODES.map((mode) => ({
                value: mode,
                label: words.mode.names[mode],
                about: words.mode.about[mode],
              })),
            },
          ]}
          onChange={(value) => {
            const mode = MODES.find((each) => each === value)
            if (mode !== undefined) void dispatch('settings.update', { defaultMode: mode })
          }}
        />
      </div>
    </>
  )
}
