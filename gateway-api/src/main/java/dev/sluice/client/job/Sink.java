package dev.sluice.client.job;

import java.io.IOException;

/**
 * The destination of a run's results, which come in the order of the items. A mark of the sink records how much was written. When
 * a killed run is continued, it takes the sink back to the run's last mark, and writes the results after that mark again. So
 * output that can be undone, such as a file, is written exactly once. Output that cannot be undone, such as an e-mail or a
 * committed row, is written at least once.
 *
 * <p>Used only by the thread that runs the job.
 *
 * @param <R> the type of the results
 */
public interface Sink<R> extends AutoCloseable {

    /**
     * Goes back to the state at that mark. Called before all other methods.
     *
     * @param mark a value that {@link #mark} returned; empty at the first start of a run
     */
    void resume(String mark) throws IOException;

    /** Writes the next result. An exception stops the run. The run can be continued from its last mark. */
    void write(R result) throws Exception;

    /**
     * Forces the written results to disk, and returns a mark of this state.
     *
     * @return a short string for {@link #resume}; it is stored about once a second
     */
    String mark() throws IOException;

    @Override
    void close() throws IOException;

    /** Returns a sink that drops results, for a job that needs no results because its bodies write all output themselves. */
    static <R> Sink<R> none() {
        return new Sink<>() {
            @Override
            public void resume(String mark) {}

            @Override
            public void write(R result) {}

            @Override
            public String mark() {
                return "";
            }

            @Override
            public void close() {}
        };
    }

    /**
     * Reports that the sink of a run failed; the cause is the sink's exception. When the run is started again, it continues from
     * its last mark.
     */
    final class SinkException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public SinkException(String message, Exception cause) {
            super(message + ": " + cause, cause);
        }
    }
}
