package io.github.leaderelection.node;

import java.net.URI;
import java.util.List;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemberUrlsTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	@Test
	void aUrlThatCannotBeAskedIsNotKnown() {
		MemberUrls urls = new MemberUrls(List.of(new Member(A, URI.create("http://a"))), (member) -> {
			throw new IllegalStateException("no registry");
		});

		assertThat(urls.apply(A)).isEqualTo("http://a");
		assertThat(urls.apply(B)).isNull();
	}

}
