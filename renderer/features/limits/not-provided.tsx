import classes from './limits.module.css';

/** Nothing is claimed where the service says nothing; above all not 0. */
export function NotProvided() {
  return <span className={classes.missing}>not provided by the service</span>;
}
