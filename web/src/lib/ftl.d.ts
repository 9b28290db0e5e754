declare module '*.ftl' {
  const words: import('@fluent/bundle').FluentResource
  export default words
}

declare module '*.ftl?coach' {
  const words: import('@fluent/bundle').FluentResource
  export default words
}

declare module '*.ftl?guide' {
  const words: import('@fluent/bundle').FluentResource
  export default words
}

declare module '*.ftl?evening' {
  const words: import('@fluent/bundle').FluentResource
  export default words
}

declare module '*.ftl?real' {
  const words: import('@fluent/bundle').FluentResource
  export default words
}
