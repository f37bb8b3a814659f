package io.github.leaderelection.internal.store.kubernetes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.fabric8.kubernetes.client.http.AsyncBody;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseStream}.
 */
class LeaseStreamTests {

	@Test
	void lineWithoutAnEndEndsTheWatch() {
		List<LeaseStream> ended = new ArrayList<>();
		LeaseStream stream = new LeaseStream(null, "1", null, ended::add);
		AsyncBody body = Mockito.mock(AsyncBody.class);
		stream.consume(List.of(ByteBuffer.allocate(1 << 20)), body);
		assertThat(ended).isEmpty();
		BDDMockito.then(body).should().consume();
		stream.consume(List.of(ByteBuffer.allocate(1)), body);
		assertThat(ended).containsExactly(stream);
		assertThat(stream.end().problem()).contains("more than 1 MiB");
		BDDMockito.then(body).shouldHaveNoMoreInteractions();
	}

}
