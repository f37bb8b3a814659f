package io.github.leaderelection.system.cluster;

/**
 * A change to one source of the core, for clusters that are not to run quite what ships.
 *
 * @param source the source, relative to the core's root package
 * @param shipped what is there once
 * @param changed what is to be there instead
 */
public record Patch(String source, String shipped, String changed) {

	/**
	 * Changes a text.
	 * @param text the source as it ships
	 * @return the changed one
	 * @throws IllegalStateException if what is to be changed is not there exactly once
	 */
	String apply(String text) {
		int at = text.indexOf(this.shipped);
		if (at < 0 || text.indexOf(this.shipped, at + 1) >= 0) {
			throw new IllegalStateException(
					"Not exactly once in " + this.source + ", so the patch is to be renewed: " + this.shipped);
		}
		return text.replace(this.shipped, this.changed);
	}

}
