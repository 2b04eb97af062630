package dev.sluice.service.config;

/** How often an update happens that a crash came between. */
public enum UpdateGuarantee {
    /** Once: a checkpoint in the database commits with it. */
    EXACTLY_ONCE,
    /** Once or more. */
    AT_LEAST_ONCE
}
