package dev.sluice.perf.baseline;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventPostsTest {

    private final EventPosts posts = new EventPosts(URI.create("http://127.0.0.1/events"));

    @Test
    void shouldBelieveAResponseWhenItSaysOfEachEventThatItWasTaken() {
        assertDoesNotThrow(
                () -> check(207, "{'items':[{'id':1,'status':200,'reply':{'number':5}},{'id':0,'status':200}]}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'items':[{'id':0,'status':200}]}",
                "{'items':[{'id':0,'status':200},{'id':1,'status':503}]}",
                "{'items':[{'id':0,'status':200},{'id':0,'status':200}]}",
                "{'items':[{'id':0,'status':200},{'id':1,'status':200},{'id':2,'status':200}]}",
                "{'items':[",
            })
    void shouldNotBelieveAResponseWhenItDoesNot(String response) {
        assertThrows(RuntimeException.class, () -> check(207, response));
    }

    @Test
    void shouldNotBelieveAResponseWhenItsStatusIsBad() {
        assertThrows(
                RuntimeException.class, () -> check(500, "{'items':[{'id':0,'status':200},{'id':1,'status':200}]}"));
    }

    private void check(int status, String response) {
        posts.check(status, response.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 2);
    }
}
