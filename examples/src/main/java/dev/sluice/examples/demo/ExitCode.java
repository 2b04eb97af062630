package dev.sluice.examples.demo;

/** What the demo's exit codes mean; its help lists them. */
final class ExitCode {

    static final int OK = 0;
    /** Requests failed, letters differ, or the demo could not run. */
    static final int FAILED = 1;
    /** Wrong options, also those that do not fit the interrupted run. */
    static final int USAGE = 2;
    /** The gateway ended before the job did. */
    static final int GATEWAY_DIED = 3;

    private ExitCode() {}
}
