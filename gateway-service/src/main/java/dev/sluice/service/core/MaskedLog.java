package dev.sluice.service.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger that masks the secrets of this process's gateways in each line and stack trace, because the lines of an embedded
 * gateway go to the job's own log. Any thread may use it.
 */
public final class MaskedLog extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;
    private static final List<UnaryOperator<String>> MASKS = new CopyOnWriteArrayList<>();
    private static final Throwable OUT_OF_MEMORY = new OutOfMemoryError("no memory was left to describe an error");

    private final transient Logger log;

    private MaskedLog(Logger log) {
        this.log = log;
        this.name = log.getName();
    }

    /** Returns the masking logger of a class. */
    public static Logger of(Class<?> type) {
        return new MaskedLog(LoggerFactory.getLogger(type));
    }

    /** Adds a function that masks secrets in every further line, until it is removed. */
    public static void mask(UnaryOperator<String> secrets) {
        MASKS.add(secrets);
    }

    /** Removes a function that was added, because the gateway with those secrets has ended. */
    public static void unmask(UnaryOperator<String> secrets) {
        MASKS.remove(secrets);
    }

    private static String masked(String text) {
        String out = text;
        for (final UnaryOperator<String> secrets : MASKS) {
            out = secrets.apply(out);
        }
        return out;
    }

    /**
     * Returns the error itself if its messages have no secret, otherwise an error with the same stack trace and masked messages;
     * null for null. If memory is exhausted, another error says so.
     */
    public static Throwable masked(Throwable error) {
        try {
            return error == null ? null : copy(error);
        } catch (final OutOfMemoryError e) {
            return OUT_OF_MEMORY;
        }
    }

    private static Throwable copy(Throwable error) {
        final String text = masked(error.toString());
        final Throwable cause = masked(error.getCause());
        return text.equals(error.toString()) && cause == error.getCause() ? error : new MaskedError(text, cause, error);
    }

    /** An error whose message had a secret. */
    private static final class MaskedError extends Exception {

        private static final long serialVersionUID = 1L;

        MaskedError(String text, Throwable cause, Throwable of) {
            super(text, cause);
            setStackTrace(of.getStackTrace());
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable error) {
        final String line = masked(MessageFormatter.basicArrayFormat(pattern, arguments));
        log.atLevel(level).setCause(masked(error)).log(line);
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }

    private boolean isEnabled(Level level) {
        return log.isEnabledForLevel(level);
    }

    @Override
    public boolean isTraceEnabled() {
        return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabled(Level.ERROR);
    }
}
