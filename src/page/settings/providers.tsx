import { useState } from 'react'
import type { ProviderConfig } from '#contracts/models.ts'
import { PROVIDER_PRESETS, type ProviderPreset } from '#contracts/provider-presets.ts'
import { Button } from '../kit/button.tsx'
import { usePage } from '../store.ts'
import { ProviderCard } from './provider-card.tsx'
import { type ProviderFields, ProviderForm } from './provider-form.tsx'
import { ProviderWarning } from './provider-warning.tsx'
import { settingsWords } from './settings-words.ts'
import shared from './settings.module.css'
import styles from './providers.module.css'

/** The providers that are set up, and those that can be added. */
export function Providers() {
  const providers = usePage((state) => state.settings.providers)
  const [adding, setAdding] = useState<ProviderPreset | null>(null)
  const [editing, setEditing] = useState<ProviderConfig | null>(null)
  /** Tested at once when its card appears. */
  const [fresh, setFresh] = useState<string | null>(null)
  /** Of the last change; `providerId` is null for one that is gone. */
  const [warning, setWarning] = useState<{ providerId: string | null; text: string } | null>(null)
  const saved = (providerId: string, text: string | null) => {
    setAdding(null)
    setEditing(null)
    setFresh(providerId)
    setWarning(text === null ? null : { providerId, text })
  }

  if (adding !== null)
    return (
      <ProviderForm key={adding.id} fields={fieldsOfPreset(adding)} onDone={saved} onCancel={() => setAdding(null)} />
    )
  return (
    <>
      {warning?.providerId === null && <ProviderWarning text={warning.text} />}
      {providers.length === 0 ? (
        <p className={shared.text}>{settingsWords.providers.empty}</p>
      ) : (
        <ul className={styles.providers}>
          {providers.map((provider) => (
            <li key={provider.id}>
              {editing?.id === provider.id ? (
                <ProviderForm fields={fieldsOfProvider(provider)} onDone={saved} onCancel={() => setEditing(null)} />
              ) : (
                <ProviderCard
                  provider={provider}
                  warning={warning?.providerId === provider.id ? warning.text : null}
                  testNow={fresh === provider.id}
                  onEdit={() => setEditing(provider)}
                  onRemoved={(text) => setWarning(text === null ? null : { providerId: null, text })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <h4 className={shared.sub}>{settingsWords.providers.add}</h4>
      <div className={styles.presets}>
        {PROVIDER_PRESETS.map((preset) => (
          <Button key={preset.id} onClick={() => setAdding(preset)}>
            {preset.label}
          </Button>
        ))}
      </div>
      <p className={`${shared.text} ${styles.where}`}>{settingsWords.providers.where}</p>
    </>
  )
}

function fieldsOfPreset(preset: ProviderPreset): ProviderFields {
  const { dialect, label, baseUrl, needsKey, keyHint, note } = preset
  return {
    id: null,
    dialect: dialect === 'scripted' ? 'openai-compatible' : dialect,
    label: preset.id === 'other' ? '' : label,
    title: label,
    baseUrl,
    needsKey,
    keyHint,
    note,
    kept: '',
  }
}

function fieldsOfProvider(provider: ProviderConfig): ProviderFields {
  const preset = PROVIDER_PRESETS.find(
    ({ dialect, baseUrl }) => dialect === provider.dialect && baseUrl === provider.baseUrl,
  )
  return {
    id: provider.id,
    dialect: provider.dialect === 'scripted' ? 'openai-compatible' : provider.dialect,
    label: provider.label,
    title: provider.label,
    baseUrl: provider.baseUrl,
    needsKey: false,
    keyHint: preset?.keyHint ?? '',
    note: preset?.note ?? '',
    kept: provider.keyId === null ? '' : provider.keyHint,
  }
}
