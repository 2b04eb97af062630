package dev.sluice.service.config;

/** What the service thread does when there is nothing to do. */
public enum PauserKind {
    /** Spins: shortest latency, one core always in use. */
    BUSY,
    /** Spins for a while, then sleeps for longer and longer. */
    BALANCED,
    /** Sleeps soon: adds up to milliseconds to the first request after a rest. */
    SLEEPY
}
