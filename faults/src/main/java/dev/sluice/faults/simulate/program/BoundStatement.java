package dev.sluice.faults.simulate.program;

import dev.sluice.faults.simulate.program.Statement.Nature;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.Operation;

/** A statement as one run of the gateway knows it: with the backend that answers it. */
public record BoundStatement(Statement statement, Footprint footprint, Backend backend) implements Operation {

    public BoundStatement(Statement statement, Backend backend) {
        this(statement, statement.footprint(), backend);
    }

    @Override
    public String name() {
        return statement.name();
    }

    @Override
    public boolean update() {
        return statement.update();
    }

    @Override
    public boolean chunked() {
        return statement.chunked();
    }

    @Override
    public boolean sharesEqualKeys() {
        return statement.nature() == Nature.LOOKUP;
    }

    @Override
    public int callLimit() {
        return statement.callLimit();
    }
}
