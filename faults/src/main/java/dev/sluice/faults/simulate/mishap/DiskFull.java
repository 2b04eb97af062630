package dev.sluice.faults.simulate.mishap;

/** The disk of the queues has reached its reserve; the gateway's program tries again later. */
public final class DiskFull extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DiskFull() {
        super("the disk is full", null, false, false);
    }
}
