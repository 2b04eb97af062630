package dev.sluice.service.update;

/** Keeps nothing: an update whose result was lost in a crash is run again. For databases without a checkpoint table. */
public final class AtLeastOnce implements Checkpoint {

    @Override
    public void begin(UpdateSession session, long last) throws GivenBackException {
        try {
            session.begin();
        } catch (final DatabaseException e) {
            throw e.meaning() == Meaning.OUTAGE
                    ? GivenBackException.outage(e.getMessage(), e)
                    : GivenBackException.misfit(e.getMessage(), e);
        }
    }
}
