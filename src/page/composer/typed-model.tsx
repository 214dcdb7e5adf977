import { useState } from 'react'
import type { ModelRef } from '#contracts/models.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import fields from '../kit/field.module.css'
import { Select } from '../kit/select.tsx'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import styles from './typed-model.module.css'

/** Asks for a model by its id: for those that a provider's list leaves out, and for providers without one. */
export function TypedModel({ onUse, onClose }: { onUse: (model: ModelRef) => void; onClose: () => void }) {
  const providers = usePage((state) => state.settings.providers)
  const [providerId, setProviderId] = useState(providers[0]?.id ?? '')
  const use = (form: FormData) => {
    const modelId = String(form.get('model') ?? '').trim()
    if (modelId === '' || providerId === '') return
    onUse({ providerId, modelId: modelId.slice(0, 200) })
    onClose()
  }
  return (
    <Dialog title={words.model.typedTitle} onClose={onClose}>
      <form className={styles.form} action={use}>
        <div className={fields.field}>
          <span aria-hidden="true">{words.model.typedProvider}</span>
          <Select
            name={words.model.typedProvider}
            value={providerId}
            groups={[{ label: '', choices: providers.map(({ id, label }) => ({ value: id, label })) }]}
            onChange={setProviderId}
          />
        </div>
        <Field
          label={words.model.typedLabel}
          hint={words.model.typedHint}
          name="model"
          required
          maxLength={200}
          spellCheck={false}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{words.actions.cancel}</Button>
          <Button look="primary" type="submit">
            {words.model.use}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
