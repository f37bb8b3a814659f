package io.github.leaderelection.internal.protocol;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HolderUrl}.
 */
class HolderUrlTests {

	@Test
	void bothPartsAreReadAsTheyWereWritten() {
		for (String url : Arrays.asList(null, "http://a:8080", "https://[fe80::1]/x?y=z")) {
			for (String application : Arrays.asList(null, "orders", "a b#c/\u00e4\n")) {
				HolderUrl holder = new HolderUrl(url, application);
				assertThat(HolderUrl.of(holder.text())).isEqualTo(holder);
			}
		}
		assertThat(new HolderUrl("http://a", "my orders").text()).isEqualTo("http://a#my+orders");
	}

	@Test
	void whatSomebodyWroteByHandNamesNoApplication() {
		assertThat(HolderUrl.of("http://a#%zz")).isEqualTo(new HolderUrl("http://a", null));
		assertThat(HolderUrl.of("#")).isEqualTo(new HolderUrl(null, null));
	}

	@Test
	void onlyWhoNamesAnotherApplicationIsOfAnother() {
		HolderUrl orders = new HolderUrl(null, "orders");
		assertThat(orders.isOfAnotherApplication(new HolderUrl(null, "invoices"))).isTrue();
		assertThat(orders.isOfAnotherApplication(new HolderUrl("http://a", "orders"))).isFalse();
		assertThat(orders.isOfAnotherApplication(new HolderUrl("http://a", null))).isFalse();
		assertThat(new HolderUrl("http://a", null).isOfAnotherApplication(orders)).isFalse();
	}

}
