import { strToU8, zipSync } from 'fflate'
import { expect, test } from './models/flow-test.ts'

const RULES = JSON.stringify({ rules: [{ verdict: 'allow', tool: 'execute', command: 'touch made.txt' }] })

test('what came from elsewhere contributes nothing until it was looked at and trusted, and nothing again afterwards', async ({
  session,
  mock,
  page,
}) => {
  const run = (command: string) => ({ calls: [{ name: 'execute', arguments: { command } }] })
  mock.script(
    run('unzip -o site.zip'),
    run('touch made.txt'),
    { text: 'It asked me.' },
    run('touch made.txt'),
    { text: 'It did not ask.' },
    run('rm -f old.txt'),
    { text: 'It asks again.' },
  )
  const banner = page.getByText('Files here came from elsewhere.')
  await session.message.fill('Unpack it.')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'site.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zipSync({ '.sallyport/rules.json': strToU8(RULES) })),
    })
  await session.send.click()
  await expect(session.approval).toContainText('unzip -o site.zip')
  await session.answer('Allow once')
  await expect(banner).toBeVisible()
  await expect(session.approval).toContainText('touch made.txt')
  await session.answer('Deny')
  await expect(session.log).toContainText('It asked me.')
  await session.rested()

  await page.getByRole('button', { name: 'Look and decide' }).click()
  const look = page.getByRole('dialog', { name: 'Trust this workspace?' })
  await expect(look).toContainText('Archive site.zip')
  await expect(look).toContainText('Allow execute for scripts of nothing but touch made.txt')
  await look.getByRole('button', { name: 'Read .sallyport/rules.json' }).click()
  await expect(look).toContainText('"verdict":"allow"')
  await look.getByRole('button', { name: 'Trust this workspace' }).click()
  await expect(banner).toBeHidden()

  await session.say('Once more.')
  await expect(session.log).toContainText('It did not ask.')
  await session.rested()
  await expect(session.call('Done: Run touch made.txt')).toBeVisible()
})
