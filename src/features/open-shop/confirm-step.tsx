import { trpc } from '#client/lib/trpc.ts'
import { CallButton } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { ConfirmedStep } from '#shared/setup.ts'
import { useSetup, useSetupCall } from './use-setup.ts'

/** The card itself asks about the controls. */
type ShownStep = Exclude<ConfirmedStep, 'controls'>

const words: Readonly<Record<ShownStep, { question: string; answer: string }>> = {
  rates: {
    question: 'These are the built-in rates. Change them, or keep them as they are.',
    answer: 'Keep these rates',
  },
  rules: {
    question: 'These are the built-in rules. Change them, or keep them as they are.',
    answer: 'Keep these rules',
  },
  site: {
    question: 'These are the built-in words. Change them, or keep them as they are.',
    answer: 'Keep these words',
  },
}

/** Asks an owner to confirm what the program brought, on the screen that shows it, until it is confirmed or changed. */
export function ConfirmStep({ step }: { step: ShownStep }) {
  const setup = useSetup().data
  const confirm = trpc.admin.setup.confirm.useMutation(
    useSetupCall({
      toast: { title: 'Confirmed', description: "This step of 'Open your shop' is done." },
      failed: "It wasn't confirmed",
    }),
  )
  const isOpen = setup?.steps.some(({ name, isDone }) => name === step && !isDone) && !setup.isDismissed
  if (!isOpen) return null
  const { question, answer } = words[step]
  return (
    <Notice tone="info" title="A step of opening your shop">
      <div className="stack start gap-2">
        <p>{question}</p>
        <CallButton call={confirm} input={{ step }}>
          {answer}
        </CallButton>
      </div>
    </Notice>
  )
}
