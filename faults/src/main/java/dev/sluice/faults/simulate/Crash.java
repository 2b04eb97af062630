package dev.sluice.faults.simulate;

/** The end of a process, thrown through it at one of its steps. An error, since nothing of it may handle that. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    private final Mishap mishap;

    Crash(Mishap mishap) {
        super(mishap.name(), null, false, false);
        this.mishap = mishap;
    }

    Mishap mishap() {
        return mishap;
    }
}
