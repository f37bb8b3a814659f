package io.github.leaderelection.test;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * What ships: no class of a test, be it of this module or in the jar of another's tests.
 */
public final class ShippedClasses implements ImportOption {

	private final ImportOption withoutTests = new DoNotIncludeTests();

	@Override
	public boolean includes(Location location) {
		return this.withoutTests.includes(location) && !location.contains("-tests.jar");
	}

}
