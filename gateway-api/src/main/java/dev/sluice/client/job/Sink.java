package dev.sluice.client.job;

import java.io.IOException;

/**
 * Where the results of a job's run go, in the order of its items. Its marks say how far it got; a run that was killed
 * takes it back to the last one, and writes again what came after: so what cannot be taken back, an e-mail or a row that
 * is committed, is written at least once, and what can, a file, exactly once.
 *
 * <p>One thread, the one that runs the job.
 *
 * @param <R> the type of the results
 */
public interface Sink<R> extends AutoCloseable {

    /**
     * Goes back to where that mark was made, before anything else is called.
     *
     * @param mark what {@link #mark} gave, empty at the first start of a run
     */
    void resume(String mark) throws IOException;

    /** Takes the next result. What it throws stops the run after its last mark. */
    void write(R result) throws Exception;

    /**
     * Brings to disk what was written, and says where that is.
     *
     * @return a mark to {@link #resume} from, short: it is noted about once a second
     */
    String mark() throws IOException;

    @Override
    void close() throws IOException;

    /** Returns a sink that drops results, for a job whose bodies do everything themselves. */
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
     * The sink of a job's run failed; its cause is what the sink threw. The run is at its last mark, and goes on from
     * there when it is started again.
     */
    final class SinkException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public SinkException(String message, Exception cause) {
            super(message + ": " + cause, cause);
        }
    }
}
