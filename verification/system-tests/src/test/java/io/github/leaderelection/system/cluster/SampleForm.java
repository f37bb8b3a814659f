package io.github.leaderelection.system.cluster;

/**
 * The form in which the sample application runs.
 */
public enum SampleForm {

	/** Packaged, and unpacked by its own tools as for production. */
	PACKAGED,

	/** The same classes on the libraries of Spring Boot 4.0. */
	SPRING_BOOT_4_0,

	/** Packaged, with the beans that were processed ahead of time. */
	AHEAD_OF_TIME,

	/** The packaged application of the {@link LastRelease}. */
	LAST_RELEASE

}
