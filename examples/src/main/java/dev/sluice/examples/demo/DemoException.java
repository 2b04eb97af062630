package dev.sluice.examples.demo;

import picocli.CommandLine.ExitCode;

/** Reports that the demo cannot continue. The message tells the user what to do, and is shown without a stack trace. */
final class DemoException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The exit code when the gateway ended before the job did. */
    static final int GATEWAY_DIED = 3;

    private final int exitCode;

    DemoException(String message) {
        this(message, ExitCode.SOFTWARE, null);
    }

    DemoException(String message, Throwable cause) {
        this(message, ExitCode.SOFTWARE, cause);
    }

    DemoException(String message, int exitCode) {
        this(message, exitCode, null);
    }

    private DemoException(String message, int exitCode, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
