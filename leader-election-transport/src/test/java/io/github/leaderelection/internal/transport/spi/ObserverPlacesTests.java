package io.github.leaderelection.internal.transport.spi;

import io.github.leaderelection.internal.view.ViewSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ObserverPlacesTests {

	@ParameterizedTest
	@CsvSource({ "0, 0", "1, 1", "10, 1", "11, 2", "1000, 100", "2147483647, 100" })
	void aTenthOfThemMayDialAtATimeAndAtMostAHundred(int places, int dialling) {
		assertThat(new Observers(places, ViewSource.NONE).dialling()).isEqualTo(dialling);
	}

}
