import { type ComponentProps, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useForm } from '#client/ui/form.tsx'
import { ConfirmDialog, FormDialog } from '#client/ui/form-dialog.tsx'
import { Stepper } from '#client/ui/stepper.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Case, Section } from './section.tsx'

const steps = ['Select Card', 'Get Quote', 'Upload', 'Done']
const dialogs: readonly Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'side' | 'locked' | 'description'>[] = [
  { title: 'Small', size: 'small' },
  { title: 'Medium', size: 'medium', description: 'With a description under the title.' },
  { title: 'Large', size: 'large' },
  { title: 'Full', size: 'full' },
  { title: 'Locked', locked: true },
  { title: 'Sheet', side: 'right' },
]

/** Navigation inside a page, and overlays. */
export function Overlays() {
  return (
    <Section title="Steps, tabs and dialogs">
      <Case title="Stepper" wide>
        {[1, 2, 4].map((current) => (
          <Stepper key={current} steps={steps} current={current} />
        ))}
      </Case>
      <Case title="Tabs">
        <TwoTabs />
      </Case>
      <Case title="Dialog">
        <Dialogs />
      </Case>
      <Case title="FormDialog">
        <AskingDialog />
      </Case>
    </Section>
  )
}

function TwoTabs() {
  const [value, setValue] = useState('first')
  return (
    <Tabs
      label="Example"
      value={value}
      onValueChange={setValue}
      tabs={[
        { value: 'first', label: 'First', content: <p>The first content.</p> },
        { value: 'second', label: 'Second', content: <p>The second content.</p> },
      ]}
    />
  )
}

function AskingDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({ name: '' }, ({ name }) => (name ? undefined : { field: 'name', message: 'Enter a name.' }))
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
        FormDialog
      </Button>
      {isOpen && (
        <FormDialog title="Rename" form={form} isPending={false} action="Rename" onSubmit={close} onClose={close}>
          <TextField label="Name" {...form.bind('name')} />
        </FormDialog>
      )}
    </>
  )
}

function Dialogs() {
  const [opened, setOpened] = useState<(typeof dialogs)[number]>()
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setOpened(undefined)
  return (
    <div className="cluster">
      {dialogs.map((dialog) => (
        <Button key={dialog.title} size="small" variant="secondary" onClick={() => setOpened(dialog)}>
          Dialog: {dialog.title}
        </Button>
      ))}
      <Button size="small" variant="secondary" onClick={() => setIsAsked(true)}>
        Dialog: Question
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Question"
          description="What the action means."
          problem={{ message: 'Why the action failed.' }}
          action="Remove"
          isDanger
          onConfirm={() => setIsAsked(false)}
          onClose={() => setIsAsked(false)}
        />
      )}
      {opened && (
        <Dialog {...opened} onClose={close}>
          <p>What is asked or shown.</p>
          <Button full onClick={close}>
            Done
          </Button>
        </Dialog>
      )}
    </div>
  )
}
