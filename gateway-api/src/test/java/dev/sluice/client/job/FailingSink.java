package dev.sluice.client.job;

/** Takes so many and fails then; what it had, somebody else has to keep. */
final class FailingSink implements Sink<String> {

    private final int most;
    private int written;

    FailingSink(int most) {
        this.most = most;
    }

    @Override
    public void resume(String mark) {}

    @Override
    public void write(String result) {
        if (written == most) {
            throw new IllegalStateException("no more");
        }
        written++;
    }

    @Override
    public String mark() {
        return "";
    }

    @Override
    public void close() {}
}
