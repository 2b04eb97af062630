package dev.sluice.testing;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.footprint.Footprint;
import java.util.Optional;
import java.util.function.Function;

/** The operation for the stubs of one name. Its footprint covers everything, so that all requests keep their order. */
record StubOperation(RequestKind method, String name, Function<Arguments, Outcome> answers, Backend backend)
        implements NamedOperation {

    private static final Footprint READ = Footprint.read("stubs", Optional.empty());
    private static final Footprint UPDATE = Footprint.update("stubs", Optional.empty(), Optional.empty());

    Outcome answer(Arguments arguments) {
        return answers.apply(arguments);
    }

    @Override
    public Kind kind() {
        return Kind.wanted(method);
    }

    @Override
    public void check(Arguments arguments) {
        // a stub accepts any arguments
    }

    @Override
    public Footprint footprint(Arguments arguments) {
        return update() ? UPDATE : READ;
    }

    @Override
    public boolean update() {
        return method == RequestKind.UPDATE || method == RequestKind.SEND;
    }

    @Override
    public boolean chunked() {
        return false;
    }

    @Override
    public boolean sharesEqualKeys() {
        return false;
    }

    /** Returns 1, so that each request is a call of its own, and an outage never affects earlier requests. */
    @Override
    public int callLimit() {
        return 1;
    }

    /** Returns the operation's name for messages. */
    @Override
    public String toString() {
        return kind().noun() + " '" + name + "'";
    }
}
