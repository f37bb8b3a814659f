package io.github.leaderelection.internal.transport.join;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Address;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AddressBook}.
 */
class AddressBookTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private final AddressBook book = new AddressBook(A, URI.create("http://a:1"), List.of(A, B, C),
			Map.of(B, URI.create("http://b:1")), 100);

	private boolean learn(NodeId id, String url, long stamp) {
		return this.book.learn(new Address(id, url, stamp), URI.create(url), id);
	}

	@Test
	void anAddressIsLearnedAndReplacedByNewerOnesAlone() {
		assertThat(this.book.url(C)).isNull();
		assertThat(learn(C, "http://c:5", 5)).isTrue();
		assertThat(learn(C, "http://c:7", 7)).isTrue();
		assertThat(this.book.url(C)).isEqualTo(URI.create("http://c:7"));
		assertThat(learn(C, "http://c:5", 5)).as("replayed").isFalse();
		assertThat(learn(C, "http://c:8", 7)).as("of the same time").isFalse();
		assertThat(learn(C, "http://c:7", 7)).as("said again").isTrue();
		assertThat(this.book.url(C)).isEqualTo(URI.create("http://c:7"));
	}

	@Test
	void listedAndOwnAddressesStayAndOnlyMembersHaveAny() {
		NodeId stranger = NodeId.of("x");
		learn(A, "http://evil:1", 1000);
		learn(B, "http://evil:1", 1000);
		learn(stranger, "http://evil:1", 1000);
		assertThat(this.book.url(A)).isEqualTo(URI.create("http://a:1"));
		assertThat(this.book.url(B)).isEqualTo(URI.create("http://b:1"));
		assertThat(this.book.url(stranger)).isNull();
		assertThat(this.book.unlisted()).containsExactly(C);
		learn(C, "http://c:1", 3);
		assertThat(this.book.addresses()).containsExactlyInAnyOrder(new Address(A, "http://a:1", 100),
				new Address(B, "http://b:1", 0), new Address(C, "http://c:1", 3));
	}

	@Test
	void ownAddressIsStampedAboveOthersThatAreTakenForIt() {
		this.book.surpass(99);
		assertThat(this.book.own().stamp()).isEqualTo(100);
		this.book.surpass(100);
		assertThat(this.book.own().stamp()).isEqualTo(101);
		this.book.surpass(500);
		assertThat(this.book.own().stamp()).isEqualTo(501);
	}

}
