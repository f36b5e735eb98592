import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { RetryButton } from './retry.tsx'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'
import { StateMessage } from './state-message.tsx'

type Retry = () => void

type QueryStateProps<Data, Failure> = {
  query: { data: Data | undefined; error: Failure | null; refetch: () => unknown }
  loading: ReactNode
  failed: (failure: { error: Failure; retry: Retry }) => ReactNode
  children: (data: Data) => ReactNode
}

/** The state of a query: its data as soon as there is any, else its failure, else `loading`. */
export function QueryState<Data, Failure>({ query, loading, failed, children }: QueryStateProps<Data, Failure>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null) return failed({ error, retry: () => void refetch() })
  return loading
}

type QueryPartProps<Data> = SkeletonProps &
  Pick<QueryStateProps<Data, { message: string }>, 'query' | 'children'> & {
    /** What a line, or the title of a notice or a message, says about the failure. */
    failed: string
    failedAs?: 'line' | 'notice' | 'message'
    role?: 'alert'
    headingLevel?: 2 | 3
  }

/** The state of a query that loads as a skeleton, and can be tried again after a failure. */
export function QueryPart<Data>(props: QueryPartProps<Data>) {
  const { query, failed, failedAs = 'line', role, headingLevel = 3, children, ...skeleton } = props
  const failures = {
    line: (retry: Retry) => (
      <FailedLine role={role} retry={retry}>
        {failed}
      </FailedLine>
    ),
    notice: (retry: Retry) => <FailedNotice title={failed} retry={retry} />,
    message: (retry: Retry) => (
      <FailedMessage title={failed} headingLevel={headingLevel} retry={retry}>
        {query.error?.message}
      </FailedMessage>
    ),
  }
  return (
    <QueryState query={query} loading={<Skeleton {...skeleton} />} failed={({ retry }) => failures[failedAs](retry)}>
      {children}
    </QueryState>
  )
}

type TryAgainProps = {
  retry: Retry
  /** Set when the staff session has ended, so that only a sign-in helps. */
  signIn?: (() => void) | undefined
}

export function TryAgain({ retry, signIn }: TryAgainProps) {
  if (!signIn) return <RetryButton size="small" onRetry={retry} />
  return (
    <Button size="small" onClick={signIn}>
      Sign in again
    </Button>
  )
}

type FailedMessageProps = TryAgainProps & { title: string; headingLevel?: 2 | 3; children?: ReactNode }

/** Replaces a page or a list that could not be loaded. */
export function FailedMessage({ title, retry, signIn, headingLevel, children }: FailedMessageProps) {
  return (
    <StateMessage
      title={signIn ? 'Your staff session has ended' : title}
      headingLevel={headingLevel}
      action={<TryAgain retry={retry} signIn={signIn} />}
    >
      {children}
    </StateMessage>
  )
}

/** Replaces a part of a form or a section that could not be loaded. */
export function FailedNotice({ title, retry, role }: { title: string; retry: Retry; role?: 'alert' }) {
  return (
    <Notice tone="bad" title={title} role={role}>
      <RetryButton variant="secondary" size="small" onRetry={retry} />
    </Notice>
  )
}

type FailedLineProps = { retry: Retry; role?: 'alert' | 'status'; className?: string | undefined; children: ReactNode }

/** One line in place of a small part, or above data that could not be refetched. */
export function FailedLine({ retry, role, className, children }: FailedLineProps) {
  return (
    <p className={className} role={role}>
      {children} <RetryButton variant="quiet" size="small" onRetry={retry} />
    </p>
  )
}
