package io.github.leaderelection.internal.gate;

import io.github.leaderelection.spring.LeaderOnly;

/**
 * Has a method that no subclass in another package can override.
 */
public class PackagePrivateWork {

	@LeaderOnly
	void work() {
	}

	/**
	 * Without an annotation of its own.
	 */
	public static class Open {

		void hidden() {
		}

		protected void seen() {
		}

	}

}
