import { Tag, UnreadCount } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Countdown } from '#client/ui/countdown.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { FailedLine, FailedMessage, FailedNotice, QueryState } from '#client/ui/query-state.tsx'
import { RetryButton } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { ReceiptSkeleton, Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { ToastMessage } from '#client/ui/toast-view.tsx'
import { Case, Section } from './section.tsx'

const tones = ['ok', 'info', 'warn', 'bad', 'off'] as const
const noticeTones = ['ok', 'info', 'warn', 'bad'] as const
const toasts: readonly ToastMessage[] = [
  { title: 'Done', description: 'It has been done.', tone: 'success' },
  { title: 'Error', description: 'Something went wrong, and this says what to do about it.', tone: 'error' },
  { title: 'Only a title' },
]

/** Messages to the user. */
export function Messages() {
  return (
    <Section title="Messages">
      <Case title="Notice">
        {noticeTones.map((tone) => (
          <Notice key={tone} tone={tone} title={`Title of ${tone}`}>
            What there is to know.
          </Notice>
        ))}
        <Notice tone="info">Without a title.</Notice>
      </Case>
      <Case title="Tag">
        <div className="cluster">
          {tones.map((tone) => (
            <Tag key={tone} tone={tone}>
              {tone}
            </Tag>
          ))}
        </div>
      </Case>
      <Case title="LogoMark">
        <LogoMark />
      </Case>
      <Case title="Countdown">
        <p>
          <Countdown until="2999-01-01T00:00:00Z" text={({ end }) => `Open until ${end}`} ended="" />
        </p>
        <p>
          <Countdown until="2020-01-01T00:00:00Z" text={({ left }) => `${left} left`} ended="This has ended." />
        </p>
      </Case>
      <Case title="UnreadCount">
        <p>
          Contact
          <UnreadCount count={12} />
        </p>
      </Case>
      <Case title="ToastProvider, ToastView">
        <ToastButtons />
      </Case>
      <Case title="StateMessage">
        <StateMessage headingLevel={3} title="Nothing here yet" action={<Button>The next thing to do</Button>}>
          Why it is empty.
        </StateMessage>
        <StateMessage headingLevel={3} title="Only a title" />
      </Case>
      <Case title="PartFailed">
        <PartFailed retry={async () => {}} failure="lost" headingLevel={2} />
      </Case>
      <Case title="QueryState, FailedMessage, FailedNotice, FailedLine">
        <QueryStates />
      </Case>
      <Case title="RetryNotice, RetryButton">
        <RetryNotice tone="warn" title="Showing the last list" isRetrying={false} onRetry={() => {}}>
          Why it may be outdated.
        </RetryNotice>
        <div>
          <RetryButton isRetrying onRetry={() => {}} />
        </div>
      </Case>
      <Case title="NewTabLink">
        <NewTabLink href="/terms-of-service">Terms of Service</NewTabLink>
      </Case>
      <Case title="Skeleton, ProgressBar">
        <Skeleton lines={4} />
        <ReceiptSkeleton count={2} />
        {[0, 0.4, 1].map((value) => (
          <ProgressBar key={value} value={value} label={`${value * 100} percent`} />
        ))}
      </Case>
    </Section>
  )
}

function QueryStates() {
  const retry = () => undefined
  const failed = { data: undefined, error: new Error('Why it failed.'), refetch: retry }
  return (
    <>
      <QueryState
        query={failed}
        loading={<Skeleton />}
        failed={({ error, retry }) => (
          <FailedMessage title="The list could not be loaded" headingLevel={3} retry={retry}>
            {error.message}
          </FailedMessage>
        )}
      >
        {() => 'The list'}
      </QueryState>
      <FailedMessage title="The list could not be loaded" headingLevel={3} retry={retry} signIn={retry} />
      <FailedNotice title="The section could not be loaded" retry={retry} />
      <FailedLine retry={retry}>The part could not be loaded.</FailedLine>
    </>
  )
}

function ToastButtons() {
  const toast = useToast()
  return (
    <div className="cluster">
      {toasts.map((message) => (
        <Button key={message.title} size="small" variant="secondary" onClick={() => toast(message)}>
          Toast: {message.title}
        </Button>
      ))}
    </div>
  )
}
