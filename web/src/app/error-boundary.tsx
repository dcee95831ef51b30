import { Component, type ReactNode } from 'react';

/** The last net: what breaks outside the routes still ends in a page with a way on. */
export class ErrorBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
