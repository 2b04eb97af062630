package dev.sluice.faults.simulate.mishap;

/** The end of a process, thrown through it at one of its steps. An error, since nothing of it may handle that. */
public final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    private final Mishap mishap;

    public Crash(Mishap mishap) {
        super(mishap.name(), null, false, false);
        this.mishap = mishap;
    }

    public Mishap mishap() {
        return mishap;
    }
}
