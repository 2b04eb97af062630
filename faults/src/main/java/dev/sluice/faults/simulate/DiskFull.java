package dev.sluice.faults.simulate;

/** The disk of the queues has reached its reserve; the gateway's program tries again later. */
final class DiskFull extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DiskFull() {
        super("the disk is full", null, false, false);
    }
}
