import { trpc } from '#client/lib/trpc.ts'
import { CallButton } from '#client/ui/button.tsx'
import styles from './open-shop.module.css'
import { SetupStepItem } from './setup-step-item.tsx'
import { useSetup, useSetupCall } from './use-setup.ts'

/** The steps of opening a site, for owners, until all are done or one owner hides them. Nothing while they load. */
export function OpenShop() {
  const setup = useSetup().data
  const waiting = trpc.admin.submissions.waiting.useQuery().data
  const hide = trpc.admin.setup.dismiss.useMutation(
    useSetupCall({
      toast: { title: "'Open your shop' is hidden", description: 'Show it again under Settings, Site.' },
      failed: "It wasn't hidden",
    }),
  )
  if (!setup || setup.isDismissed) return null
  const done = setup.steps.filter(({ isDone }) => isDone).length
  if (done === setup.steps.length) return null
  return (
    <section aria-labelledby="open-shop" className={`margin-bottom-4 ${styles.card}`}>
      {/* Where orders wait, they come first. */}
      <details open={waiting?.waiting === 0}>
        <summary>
          <h2 id="open-shop" className="text-lg">
            Open your shop
          </h2>
          <span className="muted text-sm">
            {done} of {setup.steps.length} done. Only owners see this.
          </span>
        </summary>
        <ol className={`plain margin-top-3 ${styles.steps}`}>
          {setup.steps.map(({ name, isDone }) => (
            <SetupStepItem key={name} name={name} isDone={isDone} setup={setup} />
          ))}
        </ol>
        <CallButton variant="quiet" call={hide} input={{ isDismissed: true }}>
          Hide these steps
        </CallButton>
      </details>
    </section>
  )
}
