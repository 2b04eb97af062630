package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each example of the letters job must pass these tests; examples in modules of their own extend this class there. */
public abstract class LettersFormTest {

    @TempDir
    protected Path directory;

    /** The example's main class. */
    protected abstract Class<?> program();

    /** Returns the arguments that the job is started with. */
    protected List<String> arguments(LettersGateway gateway) {
        return List.of(
                gateway.queues().toString(),
                gateway.databaseUrl(),
                letters().toString(),
                LettersGateway.DATE.toString());
    }

    /** Does an operator's work before the first start of the job. */
    protected void prepare(DataSource database) throws SQLException {}

    /** Does an operator's work after a kill, before the job is started again. */
    protected void recover(DataSource database) throws SQLException {}

    /** Returns the file of the letters. */
    protected final Path letters() {
        return directory.resolve("letters.txt");
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldWriteTheLettersOfTheJobOneAtATimeWhenUndisturbed() throws Exception {
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), 600)) {
            prepare(gateway.database());
            run(gateway);
            gateway.assertDone(letters());
        }
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndWithTheSameLettersWhenKilledInTheMiddleAndStartedAgain() throws Exception {
        final int contracts = 1_500;
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), contracts)) {
            prepare(gateway.database());
            killInTheMiddle(gateway, 2 * contracts);
            assertFalse(Files.mismatch(gateway.expected(), letters()) == -1, "it was done before it was killed");
            recover(gateway.database());
            run(gateway);
            gateway.assertDone(letters());
        }
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGoOnWithTheContractThatFailedWhenItsCauseIsMended() throws Exception {
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), 600)) {
            prepare(gateway.database());
            final Runnable mend = gateway.takeAwayAddressOf(550);
            assertThrows(InvocationTargetException.class, () -> run(gateway));
            mend.run();
            run(gateway);
            gateway.assertDone(letters());
        }
    }

    /** In this JVM. */
    protected final void run(LettersGateway gateway) throws ReflectiveOperationException {
        program().getMethod("main", String[].class).invoke(null, (Object)
                arguments(gateway).toArray(new String[0]));
    }

    /** Waits until the job is about to ask for that number of things, and has made some updates. */
    private void killInTheMiddle(LettersGateway gateway, int asked) throws Exception {
        try (Child job = Program.java(program(), arguments(gateway).toArray())
                .stoppingAt("document-open:" + asked, directory.resolve("killed.fault"))
                .start()) {
            job.await("updates", () -> job.isAtFaultPoint() && gateway.updated() > 0);
        }
    }
}
