package dev.sluice.service.core.plan;

import dev.sluice.service.core.AnswerCache;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.Operation;
import java.util.Optional;

/** Which operations have a cache. Belongs to the service thread. */
public interface Caches {

    /** None has one. */
    Caches NONE = new Caches() {
        @Override
        public Optional<AnswerCache> of(Operation operation) {
            return Optional.empty();
        }

        @Override
        public void written(Footprint footprint) {
            // nothing is kept
        }
    };

    /** The cache of an operation. */
    Optional<AnswerCache> of(Operation operation);

    /**
     * An update was read: requests behind it must not be answered with what it may change.
     *
     * @param footprint what it touches
     */
    void written(Footprint footprint);
}
