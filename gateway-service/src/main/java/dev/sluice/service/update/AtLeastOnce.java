package dev.sluice.service.update;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import java.util.List;
import java.util.Optional;

/** Keeps nothing: an update whose result was lost in a crash is run again. For databases without a checkpoint table. */
public final class AtLeastOnce implements Checkpoint {

    @Override
    public void claim(UpdateSession session) {
        // whoever runs updates here may
    }

    @Override
    public Optional<Outcome> recorded(Question question) {
        return Optional.empty();
    }

    @Override
    public void check(UpdateSession session) {
        // whoever runs updates here may
    }

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

    @Override
    public void keep(UpdateSession session, List<Question> questions, Outcome[] outcomes) {
        // nothing is kept
    }

    @Override
    public void committed() {
        // nothing to remember
    }

    @Override
    public boolean keepsOutcomes() {
        return false;
    }

    @Override
    public void durable(long index) {
        // nothing to forget
    }

    @Override
    public boolean wantsDurable() {
        return false;
    }

    @Override
    public boolean hasRoom(long first) {
        return true;
    }
}
