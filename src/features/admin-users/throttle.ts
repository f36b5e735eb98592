/** `work`, called at once and then at most every `ms`: what is asked for in between is done once, at the end. */
export function throttle(ms: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAskedFor = false
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (isAskedFor) ask()
    }, ms)
  }
  const ask = () => {
    isAskedFor = timer !== undefined
    if (isAskedFor) return
    work()
    rest()
  }
  return ask
}
